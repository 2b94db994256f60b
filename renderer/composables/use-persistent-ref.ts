import { ref, watch, type Ref } from 'vue';
import type { ZodMiniType } from 'zod/mini';

/**
 * A value that this browser stores as JSON in its local storage, under a name. A stored value that does not fit the schema is ignored. In a
 * browser that blocks storage, or whose storage is full, the value lasts until the page closes.
 */
export function usePersistentRef<Value>(name: string, schema: ZodMiniType<Value>, fallback: Value): Ref<Value> {
  return persistent(name, fallback, { parse: (text) => schema.safeParse(JSON.parse(text)).data, format: (value) => JSON.stringify(value) });
}

/** The same for a text, which is stored without quotes. Empty until a text is stored. */
export function usePersistentText(name: string): Ref<string> {
  return persistent(name, '', { parse: (text) => text, format: (text) => text });
}

interface Codec<Value> {
  parse: (text: string) => Value | undefined;
  format: (value: Value) => string;
}

function persistent<Value>(name: string, fallback: Value, { parse, format }: Codec<Value>): Ref<Value> {
  const value = ref(read(name, parse) ?? fallback) as Ref<Value>;
  watch(
    value,
    (next) => {
      write(name, () => format(next));
    },
    { flush: 'sync' },
  );
  return value;
}

/** Reading `localStorage` itself throws in a browser that blocks storage. */
function read<Value>(name: string, parse: Codec<Value>['parse']): Value | undefined {
  try {
    const text = localStorage.getItem(name);
    return text === null ? undefined : parse(text);
  } catch {
    return undefined;
  }
}

function write(name: string, text: () => string): void {
  try {
    localStorage.setItem(name, text());
  } catch {
    // The storage is full or blocked: the value lasts until the page closes.
  }
}
