import type { BootOptions } from '../context.ts';
import type { DeclaredInstallation } from './read_installation.ts';
import type { Configured, ShownSetting } from '../settings/shown_settings.ts';

/** Reads the configuration and the manifests of an installation. Loads no code of a module. @throws like `createKernel` */
export async function declaredInstallation(boot: BootOptions): Promise<DeclaredInstallation> {
  const { readInstallation } = await import('./read_installation.ts');
  return readInstallation(boot);
}

/** Every setting of an installation, with its origin. @param configured a kernel, or what the files say */
export async function shownSettings(
  configured: Configured,
  boot: Pick<BootOptions, 'root' | 'env'>,
): Promise<ShownSetting[]> {
  const { settingsOf } = await import('../settings/shown_settings.ts');
  return settingsOf(configured, boot);
}
