import { lacksContent, withField } from '../../domain/label-document/insert-field.ts';
import { newObject } from '../../domain/label-document/new-object.ts';
import { allObjects, editObjects } from '../../domain/label-document/object-tree.ts';
import type { DesignSession } from './use-design-session.ts';

interface Point {
  x: number;
  y: number;
}

/** Puts data fields on the label: into an object that takes one, else as a new text. */
export function useFieldInsertion({ designer, commands, work, freePlace }: DesignSession) {
  function fill(pointer: string | undefined, code: string): boolean {
    const target = allObjects(designer.settled.value).find((object) => object.pointer === pointer);
    const filled = target && withField(target.object, code);
    if (!filled) return false;
    designer.change(editObjects(designer.settled.value, (_, own) => (own === pointer ? [filled] : undefined)));
    designer.select([target.pointer]);
    return true;
  }

  function addText(code: string, at: Point): void {
    commands.add({ ...newObject('Text', at), text: code });
  }

  return {
    /** Fills the selected code if it lacks content; otherwise adds a text at a free place. */
    insert: (code: string): void => {
      const [only, another] = designer.selected.value;
      const target = only && !another && lacksContent(only.object) ? only.pointer : undefined;
      if (!fill(target, code)) addText(code, freePlace());
    },
    /** Adds a field to the object at a position, in millimetres of the label, or a text there. */
    insertAt: (code: string, at: Point): void => {
      if (!fill(work.pointerAt(at), code)) addText(code, at);
    },
  };
}
