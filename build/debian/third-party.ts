import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const componentSchema = z.looseObject({
  name: z.string(),
  version: z.string(),
  purl: z.string(),
  licenses: z
    .array(
      z.looseObject({
        license: z.looseObject({ id: z.string().optional(), name: z.string().optional() }).optional(),
        expression: z.string().optional(),
      }),
    )
    .optional(),
});
const billSchema = z.looseObject({
  metadata: z.looseObject({ timestamp: z.string(), component: z.looseObject({ name: z.string() }) }),
  components: z.array(componentSchema),
});

const PRODUCT = 'strobe';

/** A software bill of materials in the form of CycloneDX: every package whose code, fonts or data are in the product. */
export type BillOfMaterials = z.infer<typeof billSchema>;
type Component = z.infer<typeof componentSchema>;

/** npm lists what package-lock.json has for production, also the Node that comes with the product. `time` is in seconds since the epoch: the same content gives the same bytes. */
export function billOfMaterials(project: string, time: number): BillOfMaterials {
  const output = execFileSync('npm', ['sbom', '--package-lock-only', '--omit=dev', '--sbom-format=cyclonedx', '--sbom-type=application'], {
    cwd: project,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const { serialNumber: _random, ...bill } = billSchema.parse(JSON.parse(output));
  const components = bill.components.toSorted((a, b) => (a.purl < b.purl ? -1 : 1));
  // npm takes the name of the folder.
  const component = { ...bill.metadata.component, name: PRODUCT };
  return { ...bill, metadata: { ...bill.metadata, timestamp: new Date(time * 1000).toISOString(), component }, components };
}

/** The licence texts of all components, for people. */
export function thirdPartyNotices(project: string, { components }: BillOfMaterials): string {
  const parts = components.map((component) => {
    const texts = licenceFiles(project, component.name).map((file) => readFileSync(file, 'utf8').trim());
    const body = texts.length > 0 ? texts.join('\n\n') : 'The package contains no text of its licence.';
    return `${'='.repeat(80)}\n${component.name} ${component.version}\nLicence: ${licenceOf(component)}\n\n${body}\n`;
  });
  return `Strobe contains, or was made with, the following packages of other authors.\n\n${parts.join('\n')}`;
}

/** As SPDX identifier or expression. */
export function licenceOf({ licenses = [] }: Component): string {
  const names = licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? 'unknown');
  return names.length > 0 ? names.join(' AND ') : 'unknown';
}

function licenceFiles(project: string, name: string): string[] {
  const folder = join(project, 'node_modules', name);
  if (!existsSync(folder)) return [];
  return globSync('{LICENSE,LICENCE,LICENSE.*,LICENSE-*,LICENSE_*,license,license.*,NOTICE,NOTICE.*,COPYING,OFL.txt}', { cwd: folder })
    .sort()
    .map((file) => join(folder, file));
}
