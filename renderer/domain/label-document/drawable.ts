import type { z } from 'zod';
import { labelObjectSchema, labelSchema, objectGroupSchema, type Label, type LabelObject } from '#contract/api-v3/label.ts';
import { fieldErrors } from '#contract/parse-input.ts';
import type { FieldError } from '#contract/problem.ts';
import { type DesignObject, entriesOf, isGroup, isObject, type LabelDocument } from './design-object.ts';
import { readContainer, type ReadContainer } from './read-container.ts';
import { ListFaults } from './list-faults.ts';

/** Replaces an object that cannot be read, so that the others keep their pointers. */
const NOTHING = { type: 'ObjectGroup', children: [] } satisfies LabelObject;
/** Replaces a label that cannot be read. */
const BARE: Label = { format: 3, width: 0, height: 0, objs: [] };

/** A document in the form that the rasteriser accepts, and its faults. */
export interface Drawable {
  label: Label;
  faults: readonly FieldError[];
}

type Group = z.infer<typeof objectGroupSchema>;
type Understood = { object: LabelObject } | { faults: readonly FieldError[] };

/**
 * Reads documents object by object and reports the same faults as the controller. An unchanged part is returned as the same object, so that
 * only changed parts are read and drawn again. An object that cannot be read is left out; of a label and its groups, only the invalid keys.
 */
export class DrawableReader {
  readonly #read = new WeakMap<DesignObject, Understood>();
  readonly #groups = new WeakMap<DesignObject, ReadContainer<Group>>();
  #frame: (ReadContainer<Label> & { of: LabelDocument }) | undefined;
  readonly #objs = new ListFaults(labelSchema.shape.objs, NOTHING);
  readonly #children = new ListFaults(objectGroupSchema.shape.children, NOTHING);

  read(document: LabelDocument): Drawable {
    const { data, faults: own } = this.#readFrame(document);
    const faults = [...own, ...this.#objs.of(document['objs'], '/objs')];
    const objs = this.#objects(entriesOf(document, 'objs'), '/objs', faults);
    const { labelTests: _tests, ...frame } = data;
    return { label: { ...frame, objs }, faults };
  }

  #readFrame(document: LabelDocument): ReadContainer<Label> {
    if (this.#frame && differInObjects(this.#frame.of, document)) return this.#frame;
    this.#frame = { ...readContainer<Label>(labelSchema, { ...document, objs: [] }, BARE), of: document };
    return this.#frame;
  }

  #objects(entries: readonly unknown[], pointer: string, faults: FieldError[]): LabelObject[] {
    return entries.map((entry, index) => {
      const own = `${pointer}/${index}`;
      if (isObject(entry) && isGroup(entry)) return this.#group(entry, own, faults);
      const understood = isObject(entry) ? this.#understand(entry) : understand(entry);
      if ('object' in understood) return understood.object;
      faults.push(...below(own, understood.faults));
      return NOTHING;
    });
  }

  #group(group: DesignObject, pointer: string, faults: FieldError[]): LabelObject {
    const read = this.#groups.get(group) ?? readContainer<Group>(objectGroupSchema, { ...group, children: [] }, NOTHING);
    this.#groups.set(group, read);
    const { data, faults: own } = read;
    faults.push(...below(pointer, own), ...this.#children.of(group['children'], `${pointer}/children`));
    return { ...data, children: this.#objects(entriesOf(group, 'children'), `${pointer}/children`, faults) };
  }

  #understand(object: DesignObject): Understood {
    const understood = this.#read.get(object) ?? understand(object);
    this.#read.set(object, understood);
    return understood;
  }
}

/** Whether only their objects differ. */
function differInObjects(one: LabelDocument, other: LabelDocument): boolean {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) => key === 'objs' || one[key] === other[key]);
}

function understand(entry: unknown): Understood {
  const parsed = labelObjectSchema.safeParse(entry);
  return parsed.success ? { object: parsed.data } : { faults: fieldErrors(parsed.error) };
}

function below(pointer: string, faults: readonly FieldError[]): FieldError[] {
  return faults.map((fault) => ({ ...fault, pointer: pointer + fault.pointer }));
}
