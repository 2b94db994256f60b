import { labelObjectSchema, labelSchema, type Label } from '#contract/api-v3/label.ts';
import { checkLabel } from '#rendering/label/check-label.ts';
import type { DrawnObject } from './objects/drawn-objects.ts';
import type { DrawnLabel } from './read-zpl-label.ts';
import type { ZplWarnings } from './syntax/zpl-warnings.ts';

/**
 * The label without objects that a label must not contain, such as codes that cannot be encoded, because it could not be saved. Each one is
 * reported as a warning.
 */
export function finishLabel({ drawn, page }: DrawnLabel, warnings: ZplWarnings): Label {
  const valid = drawn.filter((each) => {
    const fault = labelObjectSchema.safeParse(each.object).error?.issues[0];
    if (fault) warnings.add('refused', each.command, { text: contentOf(each), reason: fault.message });
    return !fault;
  });
  return labelSchema.parse({ ...page, objs: withoutRefused(valid, warnings).map(({ object }) => object) });
}

/** Removing an object can make others invalid, so this repeats. */
function withoutRefused(drawn: readonly DrawnObject[], warnings: ZplWarnings): readonly DrawnObject[] {
  let remaining = drawn;
  for (;;) {
    const reasons = new Map<number, string>();
    for (const { pointer, detail } of checkLabel({ format: 3, width: 0, height: 0, objs: remaining.map(({ object }) => object) })) {
      const index = Number(pointer.split('/')[2]);
      if (!reasons.has(index)) reasons.set(index, detail);
    }
    if (reasons.size === 0) return remaining;
    for (const [index, reason] of reasons) {
      const refused = remaining[index];
      if (refused) warnings.add('refused', refused.command, { text: contentOf(refused), reason });
    }
    remaining = remaining.filter((_, index) => !reasons.has(index));
  }
}

function contentOf({ object }: DrawnObject): string {
  if ('text' in object && typeof object.text === 'string') return object.text;
  return 'apps' in object ? JSON.stringify(object.apps) : object.type;
}
