//! The wire as other programs see it: schemas, the page's types, and the document that describes them.

mod document;
mod golden;
mod played;
mod schemas;
mod typescript;
