import { describe, expect, it } from 'vitest';
import type { PlantItem } from '#contract/api-v3/plant-library.ts';
import { byUrgency } from '#renderer/panels/plant-connection/plant-item-order.ts';
import { isProtected, originText } from '#renderer/panels/plant-items/plant-item.ts';

const TAKEN: PlantItem = { kind: 'label', name: 'Case', state: 'taken', version: 12, isChangeable: false };
const { version: _, ...WITHOUT } = TAKEN;

describe('an item of the plant on a line', () => {
  it('is protected once it is here and may not be changed', () => {
    expect(isProtected(TAKEN)).toBe(true);
    expect(isProtected({ ...TAKEN, isChangeable: true })).toBe(false);
    expect(isProtected({ ...WITHOUT, state: 'waiting' })).toBe(false);
    expect(isProtected(undefined)).toBe(false);
  });

  it('is said to be from the plant, with its version, unless the line has one that it made itself', () => {
    expect(originText(TAKEN)).toEqual({ key: 'plantItems.version', version: 12 });
    expect(originText({ ...TAKEN, state: 'changed', isChangeable: true })).toEqual({ key: 'plantItems.changed', version: 12 });
    expect(originText({ ...WITHOUT, state: 'refused' })).toBeUndefined();
    expect(originText(undefined)).toBeUndefined();
  });

  it('is listed the earlier, the more it needs a person', () => {
    const items = (['taken', 'waiting', 'refused', 'changed', 'taken'] as const).map((state, index) => ({
      ...TAKEN,
      state,
      name: String(index),
    }));
    expect(byUrgency(items).map(({ name }) => name)).toEqual(['2', '3', '1', '0', '4']);
  });
});
