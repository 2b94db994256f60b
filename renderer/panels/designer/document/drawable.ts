import { labelObjectSchema, labelSchema, type Label, type LabelObject } from '#contract/api-v3/label.ts';
import { fieldErrors } from '#contract/parse-input.ts';
import type { FieldError } from '#contract/problem.ts';
import type { LabelDocument } from '../../../stores/labels.ts';
import { isGroup, objectsOf, type DesignObject } from './design-object.ts';

/** Stands where an object cannot be understood, so that every other one keeps its pointer. */
const NOTHING: LabelObject = { type: 'ObjectGroup', children: [] };

/** A document as the rasteriser takes it, and what in it is no label. */
export interface Drawable {
  label: Label;
  faults: readonly FieldError[];
}

type Understood = { object: LabelObject } | { faults: readonly FieldError[] };

/**
 * Reads documents object by object. What was read once is the very same object ever after: only what changed is read, and drawn, anew. An object
 * that cannot be understood is left out and told.
 */
export class DrawableReader {
  readonly #read = new WeakMap<DesignObject, Understood>();

  read(document: LabelDocument): Drawable {
    const faults: FieldError[] = [];
    const objs = this.#objects(objectsOf(document, 'objs'), '/objs', faults);
    const { objs: _objects, labelTests: _tests, ...rest } = document;
    const frame = labelSchema.safeParse({ ...rest, objs: [] });
    if (!frame.success) faults.unshift(...fieldErrors(frame.error));
    return { label: { ...(frame.data ?? BARE), objs }, faults };
  }

  #objects(objects: readonly DesignObject[], pointer: string, faults: FieldError[]): LabelObject[] {
    return objects.map((object, index) => {
      const own = `${pointer}/${index}`;
      if (isGroup(object)) return this.#group(object, own, faults);
      const understood = this.#understand(object);
      if ('object' in understood) return understood.object;
      faults.push(...understood.faults.map((fault) => ({ ...fault, pointer: own + fault.pointer })));
      return NOTHING;
    });
  }

  #group(group: DesignObject, pointer: string, faults: FieldError[]): LabelObject {
    const children = this.#objects(objectsOf(group, 'children'), `${pointer}/children`, faults);
    const { visible } = group;
    return { type: 'ObjectGroup', ...(typeof visible === 'string' ? { visible } : {}), children };
  }

  #understand(object: DesignObject): Understood {
    const known = this.#read.get(object);
    if (known) return known;
    const parsed = labelObjectSchema.safeParse(object);
    const understood: Understood = parsed.success ? { object: parsed.data } : { faults: fieldErrors(parsed.error) };
    this.#read.set(object, understood);
    return understood;
  }
}

const BARE: Label = { format: 3, width: 0, height: 0, objs: [] };
