//! The page in a real browser: Chromium, driven by `chromedriver`, at a card room in a process of its own.

mod account;
mod books;
mod card_room;
mod coming_back;
mod company;
mod driver;
mod figures;
mod first_minute;
mod floor;
mod hand;
mod http;
mod keyboard;
mod pages;
mod pictures;
mod posting;
mod proof;
mod rigged;
mod scenarios;
mod screens;
mod slips;
mod stage;
mod window;
