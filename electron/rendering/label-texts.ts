import type { Label, LabelObject } from '#contract/api-v3/label.ts';
import { hasGs1Apps, withGs1Value } from './gs1-apps.ts';
import { markupFormat } from './objects/styled-text.ts';
import type { MarkupFormat } from './text/markup-reader.ts';

/** Gives the text that takes the place of another; `pointer` says where in the label it stands, `format` how its styles are written. */
export type ReplaceText = (source: string, pointer: string, format?: MarkupFormat) => string;

/** Every key of an object that may hold dynamic text, beside the values of `apps`. */
const TEXT_KEYS = ['text', 'color', 'fillColor', 'lineColor', 'fgColor', 'bgColor'] as const;

/** Whether an object whose `visible` became this keeps its other texts as they are. */
type IsLeftOut = (visible: string) => boolean;

interface TextMapping {
  replace: ReplaceText;
  isLeftOut: IsLeftOut;
}

/** A copy of the label with every text replaced that may hold codes: the one list of where dynamic text may stand. */
export function mapLabelTexts(label: Label, replace: ReplaceText, isLeftOut: IsLeftOut = () => false): Label {
  const mapped = { ...label, objs: mapObjects(label.objs, '/objs', { replace, isLeftOut }) };
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

/** Other keys of that name belong to someone else: what is not known is kept as it is. */
function ownsText(object: LabelObject, key: (typeof TEXT_KEYS)[number]): boolean {
  const isBox = object.type === 'Rect' || object.type === 'Ellipse';
  if (key === 'fillColor' || key === 'lineColor') return isBox;
  const isPicture = object.type === 'StaticBitmap';
  if (key === 'fgColor' || key === 'bgColor') return isPicture;
  if (key === 'color') return !isBox && !isPicture;
  return !isBox && !isPicture && object.type !== 'PolyLine' && !hasGs1Apps(object);
}
