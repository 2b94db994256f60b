import { visitCodes } from '#rendering/dynamic-text/dynamic-text.ts';
import { tryParseDynamicText } from '#rendering/dynamic-text/parse-dynamic-text.ts';
import { locateObjects, objectPointer } from '#rendering/document/locate-objects.ts';
import { visitLabelTexts } from '#rendering/label/label-texts.ts';
import type { Label } from '#contract/api-v3/label.ts';

/** An object of a label as the user sees it, and the columns that it shows. */
export interface LabelPart {
  /** Type and name; empty for the label itself. */
  name: string;
  columns: readonly string[];
}

const WHOLE: LabelPart = { name: '', columns: [] };

/** The objects of a label by their pointers. */
export class LabelPartIndex {
  readonly #parts = new Map<string, { name: string; columns: Set<string> }>();

  constructor(label: Label) {
    for (const { pointer, object } of locateObjects(label)) {
      const name = object.name ? `${object.type} "${object.name}"` : object.type;
      this.#parts.set(pointer, { name, columns: new Set() });
    }
    visitLabelTexts(label, (source, pointer) => {
      const text = tryParseDynamicText(source);
      const part = this.#parts.get(objectPointer(pointer));
      if (!text || !part) return;
      visitCodes(text, (code) => {
        if (code.kind === 'table') part.columns.add(code.column);
      });
    });
  }

  /** The object at or around a pointer. */
  at(pointer: string): LabelPart {
    const part = this.#parts.get(objectPointer(pointer));
    return part ? { name: part.name, columns: [...part.columns] } : WHOLE;
  }
}
