import { t } from '../translations.ts';
import { Badge } from './badge.tsx';
import type { consoleRequest } from '../../shapes/request.ts';
import type { Answer } from '../wire.ts';

export type RequestLine = Answer<typeof consoleRequest, 'simple'>;

/** An HTTP status, coloured by its class. */
export function Status({ status }: { readonly status: number }) {
  return <Badge state={status >= 500 ? 'problem' : status >= 400 ? 'warning' : 'ready'}>{String(status)}</Badge>;
}

/** Module of a request, and the part of another module that the request waited for. */
export function ModuleOf({ request: { module, waitedFor } }: { readonly request: RequestLine }) {
  return (
    <>
      {module}
      {waitedFor !== null && <p>{t('waitedFor', { part: waitedFor })}</p>}
    </>
  );
}
