import { labelObjectSchema, labelSchema, type Label } from '#contract/api-v3/label.ts';
import { checkLabel } from '#rendering/check-label.ts';
import type { DrawnObject } from './drawn-objects.ts';
import type { DrawnLabel } from './read-label.ts';
import type { ZplWarnings } from './zpl-warnings.ts';

/** The label without what no label may hold, such as codes that cannot be encoded: it could not be saved. What is left out is told. */
export function finishLabel({ drawn, page }: DrawnLabel, warnings: ZplWarnings): Label {
  const valid = drawn.filter((each) => {
    const fault = labelObjectSchema.safeParse(each.object).error?.issues[0];
    if (fault) warnings.add('refused', each.command, { text: contentOf(each), reason: fault.message });
    return !fault;
  });
  return labelSchema.parse({ ...page, objs: withoutRefused(valid, warnings).map(({ object }) => object) });
}

/** What is missing once some are left out may refuse others. */
function withoutRefused(drawn: readonly DrawnObject[], warnings: ZplWarnings): readonly DrawnObject[] {
  let kept = drawn;
  for (;;) {
    const reasons = new Map<number, string>();
    for (const { pointer, detail } of checkLabel({ format: 3, width: 0, height: 0, objs: kept.map(({ object }) => object) })) {
      const index = Number(pointer.split('/')[2]);
      if (!reasons.has(index)) reasons.set(index, detail);
    }
    if (reasons.size === 0) return kept;
    for (const [index, reason] of reasons) {
      const refused = kept[index];
      if (refused) warnings.add('refused', refused.command, { text: contentOf(refused), reason });
    }
    kept = kept.filter((_, index) => !reasons.has(index));
  }
}

function contentOf({ object }: DrawnObject): string {
  if ('text' in object && typeof object.text === 'string') return object.text;
  return 'apps' in object ? JSON.stringify(object.apps) : object.type;
}
