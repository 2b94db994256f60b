import { describe, expect, it } from 'vitest';
import { readerConfigurationSchema, type ReaderConfiguration } from '#contract/api-v3/reader.ts';
import { configurationOf, formOf, newReaderForm } from '#renderer/domain/readers/reader-form.ts';

/** The pointers of the errors with which a controller refuses the form. */
function refusedFields(form: ReturnType<typeof newReaderForm>): string[] {
  const issues = readerConfigurationSchema.safeParse(configurationOf(form)).error?.issues ?? [];
  return issues.map(({ path }) => `/${path.join('/')}`);
}

const NEW = { ...newReaderForm('Line 1'), host: '192.168.0.20' };
const BY_TIME: ReaderConfiguration = readerConfigurationSchema.parse({
  preset: 'sick',
  printer: 'Line 1',
  connection: { mode: 'listen', port: 2_112, terminator: 'STX-ETX', noReadTexts: ['NoRead', 'ERR'], ignoredTexts: ['sAN '] },
  arrival: { delay: 400, timeWindow: 50 },
  limits: { recent: { failed: 3, of: 20 } },
  rejectAfter: 900,
  expects: 'Code',
});

describe('the form of a reader', () => {
  it('that is new is complete but for the address', () => {
    expect([refusedFields(newReaderForm('Line 1')), refusedFields(NEW)]).toEqual([['/connection/host'], []]);
  });

  it('keeps all settings of a configuration', () => {
    expect(readerConfigurationSchema.parse(configurationOf(formOf(BY_TIME)))).toEqual(BY_TIME);
  });

  it.each(['failed', 'of'] as const)('with half a limit among the last products (%s) is refused at the other half', (half) => {
    const other = half === 'of' ? 'failed' : 'of';
    expect(refusedFields({ ...NEW, [half]: 5 })).toEqual([`/limits/recent/${other}`]);
  });
});
