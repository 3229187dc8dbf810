import { randomBytes } from 'node:crypto';
import { standardFailures } from 'lectern';
import type { DocumentedOperation, Route } from '../../../../hosting/internals.ts';
import { failed, ofRunning, type Check, type CheckFinding } from '../../check.ts';
import { bodiesOf } from '../../requests/attempts.ts';
import { anonymous, type Persona } from '../../requests/personas.ts';
import { sentOf } from '../../requests/sending.ts';
import { operationName } from '../../requests/traffic.ts';
import type { AtWork } from '../../subject.ts';

const { loginRequired, invalidToken, invalidCredential, banned, addressNotAllowed, permissionDenied } =
  standardFailures;
const refusals = [loginRequired, invalidToken, invalidCredential, banned, addressNotAllowed, permissionDenied];

/** Check: closed operations of core and the module refuse missing and wrong credentials, and callers without permission. */
export const strangers: Check = {
  name: 'strangers',
  about: 'closed operations, those of core too, refuse callers without access',
  run: ofRunning(async (atWork, subject) => {
    const findings: CheckFinding[] = [];
    for (const place of closedPlaces(atWork)) {
      for (const persona of personasWithoutAccess(place.route, atWork.personas)) {
        const problem = await problemWith(place, persona, atWork);
        if (problem !== undefined) findings.push(failed(subject.file(), problem, fix));
      }
    }
    return { findings };
  }),
};

const fix =
  'look at what the module contributes to "authenticators": it must not return a caller without checking the credential';

interface Place {
  readonly route: Route;
  readonly operation: DocumentedOperation;
}

/** Closed routes of the module and of core: an authenticator of the module applies to all routes. */
function closedPlaces({ kernel, contract, module }: AtWork): Place[] {
  const own = ({ layer, module: name }: Route) => layer === 'core' || (layer === module.layer && name === module.name);
  const closed = kernel.routes.filter((route) => route.access.kind !== 'open' && own(route));
  return closed.flatMap((route) => contract.operationsOf(route).map((operation) => ({ route, operation })));
}

function personasWithoutAccess({ access }: Route, personas: readonly Persona[]): Persona[] {
  const unknown = (name: string, credential: Persona['credential']) => ({ ...anonymous, name, credential });
  const lacking = personas.filter(
    ({ permissions, credential }) =>
      access.kind === 'permission' && Object.keys(credential).length > 0 && !permissions.has(access.permission),
  );
  return [
    anonymous,
    unknown('a caller with an unknown token', { 'X-Auth-Token': randomBytes(32).toString('base64url') }),
    unknown('a caller with a wrong bearer token', { Authorization: `Bearer ${randomBytes(32).toString('base64url')}` }),
    ...lacking,
  ];
}

async function problemWith(
  { route, operation }: Place,
  persona: Persona,
  { client }: AtWork,
): Promise<string | undefined> {
  // The media type of a body is checked before the caller, so it has to be one of the operation's.
  const [type] = bodiesOf(operation).map((body) => body.type);
  const body = type === undefined ? {} : { body: { type, fields: {} } };
  const attempt = { persona: persona.name, path: [], query: {}, headers: {}, ...body };
  const { status, body: answer } = await client.send(await sentOf(operation, attempt, persona.credential));
  const { error } = (answer ?? {}) as { error?: { code?: number } };
  const isRefused = refusals
    .map((kind) => route.fails.find((one) => 'kind' in one && one.kind === kind) ?? kind)
    .some((one) => one.status === status && one.code === error?.code);
  return isRefused
    ? undefined
    : `${operationName(operation)} answers ${status} to ${persona.name}, who may not call it`;
}
