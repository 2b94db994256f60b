import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Configuration } from 'electron-builder';
import { DATA_OF_PACKAGES } from './runtime-files.ts';

/** Packaging of the desktop app: an installer for Windows, an AppImage and a Debian package for Linux. */
export const electronBuilder: Configuration = {
  appId: 'app.strobe.station',
  productName: 'Strobe',
  executableName: 'strobe',
  copyright: 'Copyright © 2026 The Strobe authors',
  directories: { output: 'dist/packages', buildResources: 'build/icons' },
  // A Debian package needs a homepage, and the project has no web site.
  extraMetadata: { homepage: 'urn:strobe:station' },
  asar: true,
  // There are no native modules, and only the files listed above are collected from node_modules.
  beforeBuild: () => Promise.resolve(false),
  // The window that Electron shows for a folder without an app.
  afterExtract: ({ appOutDir }) => rm(join(appOutDir, 'resources/default_app.asar'), { force: true }),
  files: [
    'package.json',
    'dist/desktop/**/*',
    'dist/renderer/**/*',
    'build/samples/**/*',
    ...DATA_OF_PACKAGES.map(({ name, filter }) => ({ from: `node_modules/${name}`, to: `node_modules/${name}`, filter })),
  ],
  electronLanguages: ['en-US', 'de', 'fr', 'es', 'zh-CN', 'ar'],
  electronFuses: {
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    grantFileProtocolExtraPrivileges: false,
  },
  win: { target: [{ target: 'nsis', arch: ['x64'] }], icon: 'build/icons/strobe.ico' },
  nsis: { oneClick: false, perMachine: true, allowToChangeInstallationDirectory: true, deleteAppDataOnUninstall: false },
  linux: {
    target: [
      { target: 'AppImage', arch: ['x64'] },
      { target: 'deb', arch: ['x64'] },
    ],
    icon: 'build/icons/png',
    category: 'Utility',
    synopsis: 'Print station for industrial coding and marking',
    maintainer: 'The Strobe authors',
    syncDesktopName: true,
  },
  publish: null,
};
