import type { Page } from '@playwright/test';

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A control that can be pressed, edited or selected. */
export interface Target extends Box {
  id: number;
  name: string;
  kind: 'key' | 'field' | 'row';
  /** Whether it deletes or ends something. */
  isDestructive: boolean;
  /** Indexes of the targets that contain it, such as a field or a row. */
  within: number[];
}

const DESTRUCTIVE = /^(delete|remove|abort|discard|deselect)\b/i;

/** Every visible target of the page in pixels of the document, clipped by its scrolling ancestors. */
export async function targetsOf(page: Page): Promise<Target[]> {
  const found = await page.evaluate(() => {
    const SELECTOR =
      'a[href], button, input:not([type=hidden]):not([hidden]), select, textarea, summary, [role=button], [role=tab], [role=option], tr[tabindex]';

    /** The pressable area: includes the label of a checkbox or radio button, and the surroundings that a link covers. */
    function pressed(element: Element): Element {
      const label = element.matches('input[type=radio], input[type=checkbox]') ? element.closest('label') : null;
      const spread = getComputedStyle(element, '::after');
      const isSpread = spread.content !== 'none' && spread.position === 'absolute' && spread.inset === '0px';
      return (
        label ?? (isSpread && getComputedStyle(element).position === 'static' ? (element as HTMLElement).offsetParent : null) ?? element
      );
    }

    function shown(element: Element): Box {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      const box = { left, top, right, bottom };
      for (let around = element.parentElement; around && around !== document.body; around = around.parentElement) {
        if (getComputedStyle(around).overflow === 'visible') continue;
        const frame = around.getBoundingClientRect();
        box.left = Math.max(box.left, frame.left);
        box.top = Math.max(box.top, frame.top);
        box.right = Math.min(box.right, frame.right);
        box.bottom = Math.min(box.bottom, frame.bottom);
      }
      return box;
    }

    const elements = [...new Set([...document.querySelectorAll(SELECTOR)].filter((element) => element.checkVisibility()).map(pressed))];
    return elements.map((element, id) => ({
      ...shown(element),
      id,
      height: element.getBoundingClientRect().height,
      name: (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().replaceAll(/\s+/g, ' ') || element.tagName,
      kind: element.matches('tr') ? ('row' as const) : element.matches('input, select, textarea') ? ('field' as const) : ('key' as const),
      within: elements.flatMap((other, index) => {
        const [inner, outer] = [element.getBoundingClientRect(), other.getBoundingClientRect()];
        const isInside =
          inner.left >= outer.left - 1 && inner.top >= outer.top - 1 && inner.right <= outer.right + 1 && inner.bottom <= outer.bottom + 1;
        return other !== element && (other.contains(element) || isInside) ? [index] : [];
      }),
    }));
  });
  return found
    .filter(({ left, right, top, bottom, height }) => bottom > 0 && right - left > 2 && height - (bottom - top) < 1)
    .map(({ height: _height, ...target }) => ({ ...target, isDestructive: target.kind === 'key' && DESTRUCTIVE.test(target.name) }));
}

/** Distance of two boxes in pixels; 0 if they touch. */
function gap(a: Box, b: Box): number {
  const across = Math.max(0, a.left - b.right, b.left - a.right);
  const down = Math.max(0, a.top - b.bottom, b.top - a.bottom);
  return Math.hypot(across, down);
}

/** The targets that are smaller than this in either direction. */
export function tooSmall(targets: readonly Target[], px: number): string[] {
  return targets
    .map((target) => ({ ...target, width: target.right - target.left, height: target.bottom - target.top }))
    .filter(({ width, height }) => width < px - 0.5 || height < px - 0.5)
    .map(({ name, width, height }) => `${name.slice(0, 60)}: ${width.toFixed(1)} x ${height.toFixed(1)}`);
}

/** Pairs of targets that are closer to each other than this, except targets within each other. */
export function tooClose(targets: readonly Target[], px: number, matters: (a: Target, b: Target) => boolean = () => true): string[] {
  return targets.flatMap((a, index) =>
    targets
      .slice(index + 1)
      .filter((b) => !a.within.includes(b.id) && !b.within.includes(a.id) && matters(a, b) && gap(a, b) < px - 0.5)
      .map((b) => `${a.name.slice(0, 40)} | ${b.name.slice(0, 40)}: ${gap(a, b).toFixed(1)}`),
  );
}
