/** How the label lies on the screen. */
export interface View {
  /** Pixels per millimetre. */
  scale: number;
  /** Where the label's corner lies in the window that one looks through, in pixels. */
  origin: { x: number; y: number };
}

/** Room around the label, in pixels: handles reach beyond it. */
export const AROUND = 48;
const LEAST_SCALE = 0.5;
const MOST_SCALE = 400;
const ZOOM_STEP = 1.25;

export function clampScale(scale: number): number {
  return Math.min(MOST_SCALE, Math.max(LEAST_SCALE, scale));
}

export function zoomed(scale: number, steps: number): number {
  return clampScale(scale * ZOOM_STEP ** steps);
}

/** The scale at which a label of these millimetres fills the window. */
export function fittingScale(label: { width: number; height: number }, screen: { width: number; height: number }): number {
  if (label.width <= 0 || label.height <= 0) return clampScale(4);
  return clampScale(Math.min((screen.width - 2 * AROUND) / label.width, (screen.height - 2 * AROUND) / label.height));
}

/** The scale at which a dot is that many pixels of the screen. */
export function dotScale(dotsPerMillimetre: number, pixels: number): number {
  return clampScale(dotsPerMillimetre * pixels);
}
