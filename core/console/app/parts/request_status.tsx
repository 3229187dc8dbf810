import { t } from '../translations.ts';
import { Badge } from './badge.tsx';

export interface RequestLine {
  readonly id: string;
  readonly time: string;
  readonly method: string;
  readonly route: string;
  readonly path: string;
  readonly module: string;
  /** Part of another module that took at least half of the time. */
  readonly waitedFor: string | null;
  readonly status: number;
  readonly ms: number;
  readonly userId: string | null;
  readonly nickname: string | null;
}

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
