import { findObject } from '../label-document/label-object-place.ts';

/**
 * The value of an input that a JSON pointer refers to, in words: `Object 2, font height` for `/objs/1/font/height`, `row count` for `/rowCount`. Empty for
 * the whole input.
 */
export function faultPlace(t: (key: string, params: Record<string, string>) => string, pointer: string): string {
  const object = findObject(undefined, pointer.replace(/^\/labelData(?=\/)/, ''));
  if (!object) return wordsOf(pointer);
  const title = t('ui.faultObject', { number: object.number });
  return object.field === '' ? title : `${title}, ${object.field}`;
}

function wordsOf(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? String(Number(step) + 1) : unescaped(step).replaceAll(/(?<=[a-z])[A-Z]/g, inWords)))
    .join(' ');
}

function unescaped(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}

function inWords(capital: string): string {
  return ` ${capital.toLowerCase()}`;
}
