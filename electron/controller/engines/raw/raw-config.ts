import { EngineConfigError } from '../engine-config-error.ts';
import type { ConfigurationWith } from '../engine-kind.ts';
import { encodeRows, encodeTemplate, hasPicture, type EncodePrint } from './raw-template.ts';

type RawConfiguration = ConfigurationWith<'raw'>['engine'];

const TEMPLATE = '/engine/template';
const ACKNOWLEDGE = '/engine/acknowledge';

/** How prints are sent. Throws an `EngineConfigError` if the template cannot be used. */
export function encoderOf({ format, template }: RawConfiguration): EncodePrint {
  if (format === 'rows') {
    if (template !== undefined) throw new EngineConfigError('the template is not used: set the format to template', undefined, TEMPLATE);
    return encodeRows;
  }
  if (template === undefined) throw new EngineConfigError('the template is missing', undefined, TEMPLATE);
  if (!hasPicture(template)) {
    throw new EngineConfigError('the template has no place for the picture: put {rows} or {rowsHex} into it', undefined, TEMPLATE);
  }
  return encodeTemplate(template);
}

/** The pattern of an acknowledgement; undefined if prints are only handed over. Throws an `EngineConfigError` for one that cannot be used. */
export function acknowledgementOf({ acknowledge }: RawConfiguration): RegExp | undefined {
  if (acknowledge === undefined) return undefined;
  const pattern = compile(acknowledge);
  if (pattern.test('')) throw new EngineConfigError('the acknowledgement matches an empty text', undefined, ACKNOWLEDGE);
  return pattern;
}

function compile(text: string): RegExp {
  try {
    return new RegExp(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new EngineConfigError(`the acknowledgement is no regular expression: ${reason}`, error, ACKNOWLEDGE);
  }
}
