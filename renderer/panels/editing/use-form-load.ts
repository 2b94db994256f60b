import { ref, watch } from 'vue';
import { useLoad } from '../../stores/use-load.ts';

/** What a form edits: a resource of a connection, or a new one if `name` is undefined. */
export interface FormTarget {
  connection: string;
  name: string | undefined;
  /** The resource that a new one copies. */
  from?: string | undefined;
}

export interface FormLoad<Value> {
  /** The form's target while the form is open. */
  target: () => FormTarget | undefined;
  /** The initial content of a new resource. */
  create: () => Value;
  read: (place: { connection: string; name: string }, signal: AbortSignal) => Promise<Value>;
  /** The initial content of a copy. */
  copy: (value: Value) => Value;
  /** Fills the fields with the content. */
  fill: (value: Value, target: FormTarget) => void;
  /** Resets the errors of the form. */
  reset: () => void;
}

/** Loads the content of a form each time it opens. Until then the form is not ready and shows no fields. */
export function useFormLoad<Value>({ target, create, read, copy, fill, reset }: FormLoad<Value>) {
  const isReady = ref(false);
  const subject = [() => target()?.connection, () => target()?.name, () => target()?.from, () => target() !== undefined];
  const reading = useLoad(async (signal) => {
    const at = target();
    return at && { at, value: await begin(at, signal) };
  }, subject);

  async function begin({ connection, name, from }: FormTarget, signal: AbortSignal): Promise<Value> {
    if (name !== undefined) return read({ connection, name }, signal);
    return from === undefined ? create() : copy(await read({ connection, name: from }, signal));
  }

  watch(subject, () => {
    isReady.value = false;
    reset();
  });
  watch(reading.value, (found) => {
    if (!found) return;
    fill(found.value, found.at);
    isReady.value = true;
  });
  return { isReady, reading };
}
