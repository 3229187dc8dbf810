import { existsSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { contributorOf, type Assembly } from '../../kernel/routes/assembly.ts';
import { servicesFault } from '../../kernel/container/attribution.ts';
import type { Pages } from '../../kernel/declare/mount.ts';
import type { LoadedModule } from '../../kernel/modules/load_module.ts';
import type { StartRemark } from '../../kernel/routes/route.ts';
import { firstSegment, reservedSegments } from '../config/public_url.ts';
import { isBelow } from '../../kernel/routes/route_candidates.ts';
import { contentSecurity, refuseUnsafeSources } from '../../kernel/extensions/content_security.ts';

declare module '../../kernel/routes/route_table.ts' {
  interface RouteTable {
    /** Pages of modules outside the API. */
    readonly pages?: readonly PageRecord[];
  }
}

/** File that answers the address of a page, and loads the other files of the folder. */
export const INDEX = 'index.html';

export interface PageRecord {
  readonly address: string;
  /** Path below the root of the file that declares the page. */
  readonly file: string;
  /** Absolute path of the folder with the files of the page. */
  readonly folder: string;
  /** Value of the header `Content-Security-Policy` of the page. */
  readonly policy: string;
}

/**
 * Resolves the pages of the modules.
 * @throws ModuleFault for a malformed, reserved or taken address, a relative folder outside of the module, or an unsafe
 * policy
 */
export function resolvePages({ modules, registry }: Assembly): readonly PageRecord[] {
  const { contributions } = registry;
  const records: PageRecord[] = [];
  for (const page of contributions.of('pages')) {
    const module = contributorOf(page, { modules, registry });
    refuseAddress(page, module);
    refusePublicPath(page, module, registry.services.config.http.publicUrl);
    refuseTaken(page, module, records);
    records.push(recordOf(page, module));
  }
  return records;
}

/** Remarks on pages without `index.html`. */
export function remarksOnPages(pages: readonly PageRecord[]): readonly StartRemark[] {
  const empty = pages.filter(({ folder }) => !existsSync(join(folder, INDEX)));
  return empty.map(({ address, file }) => ({
    file,
    message: `the page "${address}" has no ${INDEX} in its folder; build it, or correct "folder".`,
  }));
}

function recordOf({ address, folder, contentSecurity: added }: Pages, module: LoadedModule): PageRecord {
  refuseUnsafeSources(added, { module, what: `the page "${address}"` });
  const whole = resolve(module.folder, folder);
  // Only the folder of the module is copied to other installations.
  if (folder !== whole && relative(module.folder, whole).split(sep)[0] === '..') {
    const problem = `the folder "${folder}" of the page "${address}" is not in ${module.name}; name one inside, such as "pages".`;
    throw servicesFault(module, problem);
  }
  return { address, file: module.servicesFile, folder: whole, policy: contentSecurity(added) };
}

function refuseAddress({ address }: Pages, module: LoadedModule): void {
  const fix = `such as /${module.name}.`;
  if (address === '/' || reservedSegments.includes(address.split('/')[1] ?? '')) {
    const problem = `the address "${address}" of a page is reserved for the kernel; choose another one, ${fix}`;
    throw servicesFault(module, problem);
  }
  if (/^(\/[\w-]+)+$/.test(address)) return;
  throw servicesFault(
    module,
    `the address "${address}" of a page is malformed; write letters, digits, _ and -, ${fix}`,
  );
}

/** Rejects an address like the path of the public address: `/shop/shop` would have two meanings. */
function refusePublicPath({ address }: Pages, module: LoadedModule, publicUrl: string | undefined): void {
  if (address.split('/')[1] !== firstSegment(publicUrl)) return;
  const problem = `the page "${address}" begins like the path of PUBLIC_URL, ${publicUrl}; change one of them.`;
  throw servicesFault(module, problem);
}

/** Rejects overlapping addresses, because only one of the two would answer. */
function refuseTaken({ address }: Pages, module: LoadedModule, records: readonly PageRecord[]): void {
  const other = records.find((one) => isBelow(one.address, address) || isBelow(address, one.address));
  if (!other) return;
  const problem = `the page "${address}" overlaps the page "${other.address}" of ${other.file}; change one of the addresses.`;
  throw servicesFault(module, problem);
}
