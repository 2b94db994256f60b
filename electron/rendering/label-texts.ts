import type { Label, LabelObject } from '#contract/api-v3/label.ts';
import { hasGs1Apps, withGs1Value } from './gs1-apps.ts';
import { markupFormat } from './objects/styled-text.ts';
import type { MarkupFormat } from './text/markup-reader.ts';

/** Gives the text that takes the place of another; `pointer` says where in the label it stands, `format` how its styles are written. */
export type ReplaceText = (source: string, pointer: string, format?: MarkupFormat) => string;

/** Every key of an object that may hold dynamic text, beside the values of `apps`. */
const TEXT_KEYS = ['text', 'color', 'fillColor', 'lineColor', 'fgColor', 'bgColor'] as const;

/** A copy of the label with every text replaced that may hold codes: the one list of where dynamic text may stand. */
export function mapLabelTexts(label: Label, replace: ReplaceText): Label {
  const mapped = { ...label, objs: mapObjects(label.objs, '/objs', replace) };
  if (label.bgColor !== undefined) mapped.bgColor = replace(label.bgColor, '/bgColor');
  return mapped;
}

/** Visits every text that may hold codes. */
export function visitLabelTexts(label: Label, visit: (source: string, pointer: string) => void): void {
  mapLabelTexts(label, (source, pointer) => {
    visit(source, pointer);
    return source;
  });
}

function mapObjects(objects: readonly LabelObject[], pointer: string, replace: ReplaceText): LabelObject[] {
  return objects.map((object, index) => mapObject(object, `${pointer}/${index}`, replace));
}

function mapObject(object: LabelObject, pointer: string, replace: ReplaceText): LabelObject {
  if (object.type === 'ObjectGroup') return { ...object, children: mapObjects(object.children, `${pointer}/children`, replace) };
  const mapped: Record<string, unknown> = { ...object };
  for (const key of TEXT_KEYS) {
    const source = mapped[key];
    if (typeof source === 'string' && ownsText(object, key))
      mapped[key] = replace(source, `${pointer}/${key}`, key === 'text' ? markupFormat(object) : undefined);
  }
  if (hasGs1Apps(object)) {
    mapped['apps'] = object.apps.map((element, index) => {
      const path = `${pointer}/apps/${index}`;
      return Array.isArray(element)
        ? withGs1Value(element, replace(element[1], `${path}/1`))
        : withGs1Value(element, replace(element.value, `${path}/value`));
    });
  }
  return mapped as LabelObject;
}

/** Other keys of that name belong to someone else: what is not known is kept as it is. */
function ownsText(object: LabelObject, key: (typeof TEXT_KEYS)[number]): boolean {
  const isBox = object.type === 'Rect' || object.type === 'Ellipse';
  if (key === 'fillColor' || key === 'lineColor') return isBox;
  const isPicture = object.type === 'StaticBitmap';
  if (key === 'fgColor' || key === 'bgColor') return isPicture;
  if (key === 'color') return !isBox && !isPicture;
  return !isBox && !isPicture && object.type !== 'PolyLine' && !hasGs1Apps(object);
}
