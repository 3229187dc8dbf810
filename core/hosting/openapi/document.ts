import type { Route } from '../../kernel/routes/route.ts';
import { kernelVersion } from '../../kernel/base/package_info.ts';
import { publicPathOf } from '../../kernel/http/public_path.ts';
import { ApiVersions } from '../../kernel/http/api_version.ts';
import type { Services } from '../../kernel/declare/services.ts';
import { deprecatedVersions, type Deprecation } from '../api/route_settings.ts';
import { Components } from './components.ts';
import { Examples, type ModuleFolder } from './examples.ts';
import { originalRoute } from './original_route.ts';
import { operationOf, type OperationContext } from './operation.ts';
import type { Tree } from '../../kernel/base/tree.ts';
import { webhooksOf } from './webhooks.ts';

interface DescribedModule extends ModuleFolder {
  readonly manifest: { readonly description?: string };
}

export interface DocumentParts {
  readonly routes: readonly Route[];
  readonly services: Services;
  /** Modules whose descriptions and examples the document shows. */
  readonly modules?: readonly DescribedModule[];
}

export interface DocumentTerms {
  /** Version of the API, by default that of requests which name none. */
  readonly version?: number;
  /** Whether bodies list every media type that is read or answered. Otherwise bodies that may be JSON list only JSON. */
  readonly allBodies?: boolean;
}

/** Versions of the API with a document, the newest first, and the version of requests that name none. */
export function documentedVersions({ config }: Pick<Services, 'config'>) {
  const versions = new ApiVersions(config.http);
  return { numbers: versions.numbers.toReversed(), preset: versions.default };
}

export type DocumentedVersions = ReturnType<typeof documentedVersions>;

/** Builds the OpenAPI 3.1 document of an installation from its resolved routes. @throws Error for an unknown version */
export function openApiDocument(
  { routes, services, modules = [] }: DocumentParts,
  { version: asked, allBodies = false }: DocumentTerms = {},
): Tree {
  const { numbers, preset } = documentedVersions(services);
  const version = asked ?? preset;
  if (!numbers.includes(version))
    throw new Error(`There is no version ${version} of the API; choose one of ${numbers.join(', ')}.`);
  const publicPath = publicPathOf(services.config.http.publicUrl);
  const examples = new Examples(modules);
  const components = new Components(allBodies, examples, services.errorBodies.schema);
  const authenticators = services.contributions.of('authenticators').toSorted((a, b) => a.rank - b.rank);
  const shared = { components, services, allBodies, examples };
  const deprecation = deprecatedVersions(services.config).get(version);
  const shown = routes.map((route) => inVersion(route, version, deprecation));
  const webhooks = routes.some(({ address }) => address === '/webhooks') && { webhooks: webhooksOf(shared) };
  const paths = pathsOf(shown, { ...shared, authenticators, unique: uniqueNames() });
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lectern',
      version: kernelVersion,
      description: overviewOf(version, { numbers, preset }, publicPath),
      license: { name: 'MIT', identifier: 'MIT' },
      // Answers have the type application/json, so the media type that selects the version has no place in `content`.
      ...(version !== preset && { 'x-accept': mediaTypeOf(version) }),
    },
    servers: [{ url: publicPath || '/', description: 'This installation.' }],
    tags: tagsOf(routes, modules),
    paths,
    ...webhooks,
    components: components.all(paths, Object.fromEntries(authenticators.map(({ name, security }) => [name, security]))),
  };
}

function pathsOf(routes: readonly Route[], context: OperationContext): Tree {
  const paths: Record<string, Record<string, Tree>> = {};
  const namings = new Map<string, string>();
  for (const route of routes) {
    const path = `/api${namedOnce(route.address, namings)}`;
    const item = (paths[path] ??= {});
    for (const method of route.methods) item[method.toLowerCase()] = operationOf(route, { path, method }, context);
  }
  return paths;
}

/**
 * A route in a version. Leaves out `after` of a page in an older form: it changes the form of the page, and the document
 * shows one form.
 */
function inVersion(declared: Route, version: number, ofVersion: Deprecation | undefined): Route {
  const deprecation = declared.deprecation ?? ofVersion;
  const route = { ...declared, ...declared.former?.get(version), ...(deprecation && { deprecation }) };
  if (!('form' in route.answer)) return route;
  const { after: _after, ...input } = route.input;
  return { ...route, input };
}

/** Unifies the parameter names of a path: operations may name a parameter differently, an OpenAPI document may not. */
function namedOnce(address: string, namings: Map<string, string>): string {
  const nameless = address.replaceAll(/\{\w+\}/g, '{}');
  const named = namings.get(nameless) ?? address;
  namings.set(nameless, named);
  return named;
}

/** Makes operation ids unique. `/a_b/c` and `/a/b_c` yield the same id; the later address gets a number. */
function uniqueNames(): (name: string) => string {
  const times = new Map<string, number>();
  return (name) => {
    const time = (times.get(name) ?? 0) + 1;
    times.set(name, time);
    return time === 1 ? name : `${name}_${time}`;
  };
}

/** One tag for each module with routes, described by its manifest; without a description, by its layer. */
function tagsOf(routes: readonly Route[], modules: readonly DescribedModule[]): Tree[] {
  const homes = new Map(routes.map(originalRoute).map(({ module, layer }) => [module, layer]));
  const texts = new Map(modules.map(({ name, manifest }) => [name, manifest.description]));
  return [...homes].sort().map(([name, layer]) => {
    const text = texts.get(name) ?? `Module \`${name}\` of the layer \`${layer}\``;
    return { name, description: text.endsWith('.') ? text : `${text}.` };
  });
}

/** The media type that selects a version in the header `Accept`. */
const mediaTypeOf = (version: number) => `application/vnd.lectern.v${version}+json`;

/** Description in the head of the OpenAPI document, in Markdown: rules that hold for every operation. */
function overviewOf(version: number, { numbers, preset }: DocumentedVersions, publicPath: string): string {
  const list = numbers.map((one) => `[version ${one}](${publicPath}/api/openapi.json?version=${one})`).join(', ');
  return `The HTTP API of this installation, as its core, plugins and custom layers make it. The extension
\`x-origin\` of an operation names the layer, module and file that answer it, those that it overrides, and its hooks.

**Versions.** This document describes version ${version}. There is one document per version: ${list}. The header
\`Accept: ${mediaTypeOf(version)}\` selects this version; without it, requests get version ${preset}. The
\`Content-Type\` of an answer is \`application/json\` in each version, and \`API-Version\` names the version. An unknown version
is refused with 406; other media types in \`Accept\` are ignored.

**Credentials.** One of the security schemes of an operation is enough. A wrong credential is refused, even by an operation
that needs none.

**Failures** have one body, \`Error\`, whose \`code\` identifies the failure. Clients that accept
\`application/problem+json\` get problem details (RFC 9457) instead: \`type\`, \`title\`, \`status\`, \`detail\`, the same \`code\`, and
\`errors\` for the details. Besides what an operation lists, any request may be answered with 404 (code 1: no such API), 405
(code 12: another method, see \`Allow\`), or 408, 414, 417 and 431 (code 2).

**Input.** Every body may be JSON, unless it consists of files or raw bytes; most may be forms as well, which
[the document with all bodies](${publicPath}/api/openapi.json?bodies=all) lists. Fields that are not listed are dropped; null and "" mean that an optional field is not given. Text must not contain
NUL. An id may be sent as a number or, as it is answered, as its digits: the largest is 2^63-1, more than a JavaScript
number can hold. A boolean is also read from 1 and 0.

**Addresses.** Every resource can be named in the singular and in the plural. HEAD is answered wherever GET is.
`;
}
