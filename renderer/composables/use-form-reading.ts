import { ref, watch } from 'vue';
import { useLoad } from './use-load.ts';

/** What a form edits: a thing with a name on a connection, or a new one where there is no name yet. */
export interface FormTarget {
  connection: string;
  name: string | undefined;
  /** What a new one begins as a copy of. */
  from?: string | undefined;
}

export interface FormReading<Value> {
  /** The form's subject while the form is open. */
  target: () => FormTarget | undefined;
  /** What a new one begins with. */
  create: () => Value;
  read: (place: { connection: string; name: string }, signal: AbortSignal) => Promise<Value>;
  /** What a copy of it begins with. */
  copy: (value: Value) => Value;
  /** Puts what was read into the fields. */
  fill: (value: Value, target: FormTarget) => void;
  /** Forgets what was wrong with the form before. */
  reset: () => void;
}

/** Reads what a form edits each time that it opens. Until then it is not ready and shows no fields. */
export function useFormReading<Value>({ target, create, read, copy, fill, reset }: FormReading<Value>) {
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
