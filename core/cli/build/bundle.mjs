/**
 * Bundles core for this installation into `dist/core/`.
 *
 *     node core/cli/build/bundle.mjs
 */
import { join } from 'node:path';
import { bundleCore, root } from './bundle_core.mjs';

await bundleCore({ outdir: join(root, 'dist/core') });
