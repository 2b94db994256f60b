/** The position of the label in the window. */
export interface View {
  /** Pixels per millimetre. */
  scale: number;
  /** The label's corner in the visible window, in pixels. */
  origin: { x: number; y: number };
}

/** The margin around the label, in pixels, because handles extend beyond it. */
export const AROUND = 48;
const LEAST_SCALE = 0.5;
const MAX_SCALE = 400;
const ZOOM_STEP = 1.25;

export function clampScale(scale: number): number {
  return Math.min(MAX_SCALE, Math.max(LEAST_SCALE, scale));
}

export function zoomed(scale: number, steps: number): number {
  return clampScale(scale * ZOOM_STEP ** steps);
}

/** The scale at which a label of this size fills the window. */
export function fittingScale(label: { width: number; height: number }, screen: { width: number; height: number }): number {
  if (label.width <= 0 || label.height <= 0) return clampScale(4);
  return clampScale(Math.min((screen.width - 2 * AROUND) / label.width, (screen.height - 2 * AROUND) / label.height));
}

/** The scale at which a dot has this many pixels. */
export function dotScale(dotsPerMillimetre: number, pixels: number): number {
  return clampScale(dotsPerMillimetre * pixels);
}
