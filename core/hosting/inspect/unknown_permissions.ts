import type { Roles } from '../../kernel/auth/roles.ts';
import type { Access } from '../../kernel/declare/resource_records.ts';
import type { Layer } from '../../kernel/modules/layers.ts';
import type { StartRemark } from '../../kernel/routes/route.ts';
import { nearest } from '../../kernel/base/similar_names.ts';

/** A route or mount with its place in the sources. */
interface GuardedPlace {
  readonly address: string;
  /** Absent for a mount, which answers every method. */
  readonly methods?: readonly string[];
  readonly layer: Layer;
  readonly module: string;
  /** Path below the root. */
  readonly file: string;
  readonly access: Access;
}

/** A permission that routes or mounts of a file require and no role carries. */
export interface UnknownPermission extends Pick<GuardedPlace, 'layer' | 'module' | 'file'> {
  readonly message: string;
  readonly fix: string;
}

/** Permissions that routes and mounts require, and that no `module.json` declares in `roles`. */
export function unknownPermissions(places: readonly GuardedPlace[], roles: Roles): UnknownPermission[] {
  const known = roles.codes;
  const groups = new Map<string, { readonly permission: string; readonly places: Places }>();
  for (const place of places) {
    if (place.access.kind !== 'permission' || known.includes(place.access.permission)) continue;
    const { permission } = place.access;
    const key = `${place.file} ${permission}`;
    groups.set(key, { permission, places: [...(groups.get(key)?.places ?? []), place] });
  }
  return [...groups.values()].map(({ permission, places: of }) => unknownPermission(permission, of, known));
}

type Places = readonly [...GuardedPlace[], GuardedPlace];

/** One finding for all routes and mounts of a file that require the permission. */
function unknownPermission(permission: string, places: Places, known: readonly string[]): UnknownPermission {
  const [{ layer, module, file }] = places;
  const [near] = nearest(permission, known, 1);
  const declare = `declare it in module.json: "roles": { "ROLE_ADMIN": ["${permission}"] }`;
  const fix =
    near === undefined ? declare : `write "${near}", or ${declare}; if "${near}" is the wrong one, correct "roles"`;
  const routes = places.map(({ methods: [method] = ['*'], address }) => `${method ?? '*'} /api${address}`).join(', ');
  const verb = places.length > 1 ? 'require' : 'requires';
  const message = `${routes} ${verb} the permission "${permission}", which no role carries`;
  return { layer, module, file, message, fix };
}

export function remarksOnPermissions(unknown: readonly UnknownPermission[]): StartRemark[] {
  return unknown.map(({ file, message, fix }) => ({ file, message: `${message}; ${fix}` }));
}
