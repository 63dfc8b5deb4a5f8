/** The settings dialog. */

import { dialog } from '../ui/dialog.js';
import { button, h } from '../ui/dom.js';
import { preferences, setPreferences } from '../state/preferences.js';
import { texts } from '../text/text.js';

/**
 * A choice between a few values.
 * @param {string} label
 * @param {keyof import('../state/preferences.js').Preferences} name
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
            checked: preferences.get()[name] === value,
            onchange: () => setPreferences({ [name]: value }),
          }),
          h('span', {}, text),
        ),
      ),
    ),
  );
}

/** Opens the settings. */
export function showSettings() {
  const { settings, coach } = texts;
  /** @type {[boolean, string][]} */
  const onOff = [
    [false, settings.off],
    [true, settings.on],
  ];
  const again = button(settings.guide, () => {
    setPreferences({ guided: false });
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
