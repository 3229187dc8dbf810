import { Badge } from './badge.tsx';

/** A request in the list. */
export interface RequestLine {
  readonly id: string;
  readonly time: string;
  readonly method: string;
  readonly route: string;
  readonly path: string;
  readonly module: string;
  readonly status: number;
  readonly ms: number;
  readonly userId: string | null;
  readonly nickname: string | null;
}

/** An HTTP status, coloured by its class. */
export function Status({ status }: { readonly status: number }) {
  return <Badge state={status >= 500 ? 'problem' : status >= 400 ? 'warning' : 'ready'}>{String(status)}</Badge>;
}
