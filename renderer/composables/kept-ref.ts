import { ref, watch, type Ref } from 'vue';
import type { ZodMiniType } from 'zod/mini';

/**
 * A value that this browser keeps under a name beyond a reload. What is kept there and does not fit the schema counts as nothing; a
 * browser that keeps nothing at all forgets the value with the page.
 */
export function keptRef<Value>(name: string, schema: ZodMiniType<Value>, fallback: Value): Ref<Value> {
  const kept = ref(read(name, schema) ?? fallback) as Ref<Value>;
  watch(
    kept,
    (value) => {
      write(name, value);
    },
    { flush: 'sync' },
  );
  return kept;
}

function read<Value>(name: string, schema: ZodMiniType<Value>): Value | undefined {
  try {
    return schema.safeParse(JSON.parse(localStorage.getItem(name) ?? 'null')).data;
  } catch {
    return undefined;
  }
}

function write(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // A full or forbidden storage: the choice holds as long as the page is open.
  }
}
