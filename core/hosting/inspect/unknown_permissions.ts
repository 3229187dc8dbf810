import type { Roles } from '../../kernel/auth/roles.ts';
import type { Access } from '../../kernel/declare/records.ts';
import type { Layer } from '../../kernel/modules/layers.ts';
import type { StartRemark } from '../../kernel/routes/route.ts';
import { nearest } from '../config/nearest.ts';

/** A route or mount with its place in the sources. */
interface Place {
  readonly address: string;
  readonly layer: Layer;
  readonly module: string;
  /** Path below the root. */
  readonly file: string;
  readonly access: Access;
}

/** A permission that a route or mount requires and no role carries. Only holders of all permissions have access. */
export interface UnknownPermission extends Pick<Place, 'layer' | 'module' | 'file'> {
  readonly message: string;
  readonly fix: string;
}

/** Permissions that routes and mounts require, and that no `module.json` declares in `roles`. */
export function unknownPermissions(places: readonly Place[], roles: Roles): UnknownPermission[] {
  const known = roles.codes;
  return places.flatMap(({ access, address, layer, module, file }) => {
    if (access.kind !== 'permission' || known.includes(access.permission)) return [];
    const { permission } = access;
    const [near] = nearest(permission, known, 1);
    const declare = `declare it in module.json: "roles": { "ROLE_ADMIN": ["${permission}"] }`;
    const fix = near === undefined ? declare : `write "${near}", or ${declare}`;
    const message = `/api${address} requires the permission "${permission}", which no role carries`;
    return [{ layer, module, file, message, fix }];
  });
}

/** Returns a remark for each permission that no role carries. */
export function remarksOnPermissions(unknown: readonly UnknownPermission[]): StartRemark[] {
  return unknown.map(({ file, message, fix }) => ({ file, message: `${message}; ${fix}` }));
}
