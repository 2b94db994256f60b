import { callApi, readApi } from '#support/call-api.ts';
import { LABEL_WIDTH } from '../lines.ts';

const ROWS = 2_000;
const WITHIN_DOCS = ['/docs', '/docs/json', '/docs/yaml', '/docs/static/swagger-ui-bundle.js', '/docs/static/swagger-ui.css'];

/** Creates one item of every kind. Returns the names for the parameters of paths, by the preceding path segment. */
export async function furnish(url: string, printer: string): Promise<Record<string, string>> {
  const api = `${url}/api/v3`;
  await callApi('PUT', `${api}/variables/Batch`, { value: 'B1', userEdit: true });
  await callApi('PUT', `${api}/shiftCodes/Shift`, { shifts: [{ offset: 0, code: 'A' }] });
  const rows = Array.from({ length: ROWS }, (_, index) => `S${index},Article ${index} of many\n`);
  await callApi('PUT', `${api}/tables/Products`, `SKU,Name\n${rows.join('')}`);
  const text = { type: 'Text', x: 1, y: 1, text: '{VARIABLE;Batch} {COUNTER;Serial}', font: { family: 'Arimo', height: 4 } };
  const label = { format: 3, width: LABEL_WIDTH, height: 10, objs: [text] };
  await callApi('PUT', `${api}/labels/Carton`, label);
  await callApi('PUT', `${api}/labels/Carton`, { ...label, height: 11 });
  await callApi('POST', `${api}/backups`);
  const [backup] = await readApi<{ name: string }[]>(`${api}/backups`);
  return {
    ...{ labels: 'Carton', labelAcceptance: 'Carton', tables: 'Products', variables: 'Batch', shiftCodes: 'Shift', counters: 'Serial' },
    ...{ printers: printer, prints: '1', preflights: '1', versions: '1', fonts: 'DejaVu Sans', backups: backup?.name ?? '' },
  };
}

/** All GET paths of the OpenAPI document, and other readable paths of the server. */
export async function floodedPaths(url: string, names: Record<string, string>): Promise<string[]> {
  const { paths } = await readApi<{ paths: Record<string, Record<string, unknown>> }>(`${url}/api/v3/openapi.json`);
  const readable = Object.keys(paths).filter((path) => paths[path]?.['get'] !== undefined);
  return [...readable.map((path) => filled(path, names)), ...WITHIN_DOCS];
}

function filled(path: string, names: Record<string, string>): string {
  const steps = path.split('/');
  const named = steps.map((step, index) => {
    if (!step.startsWith('{')) return step;
    return encodeURIComponent(step === '{style}' ? 'Regular' : (names[steps[index - 1] ?? ''] ?? '1'));
  });
  return named.join('/');
}
