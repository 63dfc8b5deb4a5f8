/** Sounds, synthesized when they are played. They are off by default. */

import { preferences } from '../state/preferences.js';

/** @type {AudioContext | null} */
let context = null;

/**
 * A short burst of filtered noise: a card, or a chip.
 * @param {number} hertz
 * @param {number} seconds
 * @param {number} loudness
 */
function click(hertz, seconds, loudness) {
  if (!preferences.get().sound) return;
  context ??= new AudioContext();
  const length = Math.ceil(context.sampleRate * seconds);
  const noise = context.createBuffer(1, length, context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let at = 0; at < length; at += 1) samples[at] = (Math.random() * 2 - 1) * (1 - at / length) ** 4;
  const source = context.createBufferSource();
  source.buffer = noise;
  const filter = context.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = hertz;
  const gain = context.createGain();
  gain.gain.value = loudness;
  source.connect(filter).connect(gain).connect(context.destination);
  source.start();
}

/** @param {number[]} hertz */
function notes(hertz) {
  if (!preferences.get().sound) return;
  context ??= new AudioContext();
  hertz.forEach((each, index) => {
    const at = /** @type {AudioContext} */ (context).currentTime + index * 0.09;
    const tone = /** @type {AudioContext} */ (context).createOscillator();
    const gain = /** @type {AudioContext} */ (context).createGain();
    tone.frequency.value = each;
    gain.gain.setValueAtTime(0.06, at);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + 0.4);
    tone.connect(gain).connect(/** @type {AudioContext} */ (context).destination);
    tone.start(at);
    tone.stop(at + 0.45);
  });
}

export const sound = {
  card: () => click(2_200, 0.05, 0.5),
  chip: () => click(5_200, 0.03, 0.6),
  win: () => notes([523, 659, 784]),
  turn: () => notes([660]),
};
