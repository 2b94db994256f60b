/** A package of `node_modules` with the files of it that are needed, as globs. */
export interface PackageFiles {
  name: string;
  filter: string[];
}

/**
 * Files that the bundles open by name at run time. All code is in the bundles, so nothing else is collected from `node_modules`: neither the libraries of the
 * page nor the Node that runs the sources of a checkout.
 */
export const DATA_OF_PACKAGES: readonly PackageFiles[] = [
  { name: '@expo-google-fonts/arimo', filter: ['package.json', 'LICENSE*', '{400Regular,700Bold}*/*.ttf'] },
  { name: 'dejavu-fonts-ttf', filter: ['package.json', 'LICENSE', 'ttf/DejaVuSans{,-Bold,Mono}.ttf'] },
  { name: 'harfbuzzjs', filter: ['package.json', 'LICENSE', 'dist/harfbuzz.wasm'] },
  { name: '@fastify/swagger', filter: ['package.json', 'LICENSE'] },
  { name: '@fastify/swagger-ui', filter: ['package.json', 'LICENSE', 'static/**/*', '!static/*.map'] },
];
