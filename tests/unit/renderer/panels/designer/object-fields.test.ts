import type { VueWrapper } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Component } from 'vue';
import type { DesignObject } from '#renderer/domain/label-document/design-object.ts';
import ObjectFields from '#renderer/panels/designer/fields/ObjectFields.vue';
import { openPageRig, type PageRig } from '#support/page-rig.ts';

const RECT = { type: 'Rect', x: 1, y: 2, width: 5, height: 6, hint: 'kept' };
let rig: PageRig;
let fields: VueWrapper;
let changes: [DesignObject, string][];

beforeEach(async () => {
  rig = await openPageRig({});
  changes = [];
});

afterEach(() => rig.end());

function open(object: DesignObject) {
  const context = {
    values: { moment: { epochMs: 0, timeZone: 'UTC' }, variables: new Map(), counters: new Map(), row: undefined },
    columns: [],
  };
  fields = rig.mount(ObjectFields as Component, {
    ...{ object, context, faults: [], fonts: [], carried: null },
    onChange: (next: DesignObject, key: string) => void changes.push([next, key]),
  });
}

function field(label: string) {
  const found = fields.findAll('label').find((each) => each.text().startsWith(label));
  if (!found) throw new Error(`There is no field ${label}.`);
  return fields.get(`[id="${found.attributes('for') ?? ''}"]`);
}

describe('the fields of an object', () => {
  it('change only their own key in the current object', async () => {
    open(RECT);
    await fields.setProps({ object: { ...RECT, y: 3 } });
    await field('Width').setValue('7');
    await field('Width').trigger('change');
    expect(changes.at(-1)).toEqual([{ ...RECT, y: 3, width: 7 }, 'width']);
  });

  it('remove a key that is set to its default', async () => {
    open({ ...RECT, rotation: 90 });
    await field('Rotation').setValue('0');
    expect(changes).toEqual([[RECT, 'rotation']]);
  });
});
