import type { BlockConditions } from '#contract/api-v3/print-block.ts';

type Translate = (key: string, params: Record<string, string | number>) => string;

/** What a block stops, in one line: the label and its version, a value, a text. */
export function blockText({ label, labelRevision, variable, column, value, content }: BlockConditions, t: Translate): string {
  const name = variable ?? column;
  return [
    label !== undefined && labelRevision !== undefined ? t('prints.detail.version', { label, revision: labelRevision }) : label,
    name === undefined ? undefined : `${name}: ${value}`,
    content === undefined ? undefined : `“${content}”`,
  ]
    .filter((part) => part !== undefined)
    .join(' · ');
}
