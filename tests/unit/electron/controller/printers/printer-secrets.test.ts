import { describe, expect, it } from 'vitest';
import { printerConfigurationSchema } from '#contract/api-v3/printer-configuration.ts';
import { withoutSecrets, withSecrets } from '#controller/printers/printer-secrets.ts';

const configuration = (engine: object) =>
  printerConfigurationSchema.parse({
    engine: { kind: 'ipp', url: 'ipps://printer/a', ...engine },
    dpi: 300,
    physicalWidth: 100,
    height: 50,
  });

describe('the password of a configuration', () => {
  const stored = withSecrets(configuration({ password: 'secret' }), undefined);

  it.each([
    [{}, 'secret'],
    [{ password: null, passwordSet: true }, 'secret'],
    [{ password: 'other' }, 'other'],
    [{ password: null }, null],
    [{ url: 'ipps://printer/b' }, null],
    [{ url: 'ipps://printer/b', password: null, passwordSet: true }, null],
  ])('with %j becomes %j', (engine, password) => {
    expect(withSecrets(configuration(engine), stored).engine).toMatchObject({ password });
  });

  it('stays removed if the removal waits for the end of a job', () => {
    const waiting = withSecrets(configuration({ password: null }), stored);
    expect(withSecrets(waiting, stored).engine).toMatchObject({ password: null });
  });

  it('is not read back', () => {
    expect(withoutSecrets(stored).engine).toMatchObject({ password: null, passwordSet: true });
    expect(withoutSecrets(withSecrets(configuration({}), undefined)).engine).toEqual({ kind: 'ipp', url: 'ipps://printer/a' });
  });
});
