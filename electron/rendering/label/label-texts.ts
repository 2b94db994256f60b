import type { Label, LabelObject } from '#contract/api-v3/label.ts';
import { hasGs1Apps, withGs1Value } from '../document/gs1-apps.ts';
import { markupFormat } from '../text/markup-reader.ts';
import type { MarkupFormat } from '../text/markup-reader.ts';

/** Returns the replacement of a text; `pointer` is its place in the label, `format` the markup of its styles. */
export type ReplaceText = (source: string, pointer: string, format?: MarkupFormat) => string;

/** Keys of objects that may contain dynamic text, in addition to the values of `apps`. */
const TEXT_KEYS = ['text', 'color', 'fillColor', 'lineColor', 'fgColor', 'bgColor'] as const;

/** Whether an object whose `visible` became this keeps its other texts unchanged. */
type IsLeftOut = (visible: string) => boolean;

interface TextMapping {
  replace: ReplaceText;
  isLeftOut: IsLeftOut;
}

/** A copy of the label with every dynamic text replaced. This is the only list of places where dynamic text may be. */
export function mapLabelTexts(label: Label, replace: ReplaceText, isLeftOut: IsLeftOut = () => false): Label {
  const mapped = { ...label, objs: mapObjects(label.objs, '/objs', { replace, isLeftOut }) };
  if (label.bgColor !== undefined) mapped.bgColor = replace(label.bgColor, '/bgColor');
  return mapped;
}

/** Visits every text that may contain fields. */
export function visitLabelTexts(label: Label, visit: (source: string, pointer: string) => void): void {
  mapLabelTexts(label, (source, pointer) => {
    visit(source, pointer);
    return source;
  });
}

function mapObjects(objects: readonly LabelObject[], pointer: string, mapping: TextMapping): LabelObject[] {
  return objects.map((object, index) => mapVisible(object, `${pointer}/${index}`, mapping));
}

function mapVisible(object: LabelObject, pointer: string, mapping: TextMapping): LabelObject {
  if (object.visible === undefined) return mapObject(object, pointer, mapping);
  const visible = mapping.replace(object.visible, `${pointer}/visible`);
  return { ...(mapping.isLeftOut(visible) ? object : mapObject(object, pointer, mapping)), visible };
}

function mapObject(object: LabelObject, pointer: string, mapping: TextMapping): LabelObject {
  if (object.type === 'ObjectGroup') return { ...object, children: mapObjects(object.children, `${pointer}/children`, mapping) };
  const { replace } = mapping;
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

/** On other objects a key of that name is unknown data, which is preserved. */
function ownsText(object: LabelObject, key: (typeof TEXT_KEYS)[number]): boolean {
  const isBox = object.type === 'Rect' || object.type === 'Ellipse';
  if (key === 'fillColor' || key === 'lineColor') return isBox;
  const isPicture = object.type === 'StaticBitmap';
  if (key === 'fgColor' || key === 'bgColor') return isPicture;
  if (key === 'color') return !isBox && !isPicture;
  return !isBox && !isPicture && object.type !== 'PolyLine' && !hasGs1Apps(object);
}
