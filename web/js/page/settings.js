/** What somebody likes. */

import { dialog } from '../dialog.js';
import { button, h } from '../dom.js';
import { like, likes } from '../prefs.js';
import { words } from '../words.js';

/**
 * A choice of a few.
 * @param {string} label
 * @param {keyof import('../prefs.js').Likes} name
 * @param {[string | boolean, string][]} values
 */
function choice(label, name, values) {
  return h(
    'fieldset',
    {},
    h('legend', {}, label),
    h(
      'div',
      { class: 'choice' },
      values.map(([value, text]) =>
        h(
          'label',
          {},
          h('input', {
            type: 'radio',
            name,
            value,
            checked: likes.get()[name] === value,
            onchange: () => like({ [name]: value }),
          }),
          h('span', {}, text),
        ),
      ),
    ),
  );
}

/** Opens the settings. */
export function showSettings() {
  const { settings, coach } = words;
  /** @type {[boolean, string][]} */
  const onOff = [
    [false, settings.off],
    [true, settings.on],
  ];
  const again = button(settings.guide, () => {
    like({ guided: false });
    again.disabled = true;
    again.textContent = settings.again;
  });
  dialog(
    settings.title,
    h(
      'div',
      { class: 'settings' },
      choice(settings.speed, 'speed', Object.entries(settings.speeds)),
      choice(settings.coach, 'coach', Object.entries(coach.modes)),
      choice(settings.colours, 'fourColours', onOff),
      choice(settings.sound, 'sound', onOff),
      again,
    ),
  );
}
