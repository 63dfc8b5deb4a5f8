/** The colour that stands for a player. */

/** Neighbouring account numbers get hues that are far apart. */
const STEP_DEGREES = 47;

/** @param {number} player */
export const avatarHue = (player) => (player * STEP_DEGREES) % 360;
