import type { Meters } from 'lectern';
import type { Replicas } from './replicas.ts';

/** Registers meters for read replicas. Labels have host, port and database only. */
export function meterReplicas(meters: Meters, replicas: Replicas): void {
  meters.reading({
    name: 'lectern_database_reads_total',
    help: 'Reads that may be some seconds old, by the server that has answered them: a replica, or the primary.',
    labels: ['server'],
    read: () => {
      const { replicas: all, onPrimary } = replicas.report;
      const onReplicas = all.map(({ server, reads }) => ({ labels: { server }, value: reads }));
      return [{ labels: { server: 'primary' }, value: onPrimary }, ...onReplicas];
    },
  });
  meters.reading({
    name: 'lectern_database_replica_up',
    help: '1 for a read replica that is in use, 0 for one that does not answer or is too far behind.',
    labels: ['server'],
    across: 'min',
    read: () =>
      replicas.report.replicas.map(({ server, state }) => ({ labels: { server }, value: state === 'in use' ? 1 : 0 })),
  });
  meters.reading({
    name: 'lectern_database_replica_lag_seconds',
    help: 'Largest possible age of the data of a read replica; no value before its first answer.',
    labels: ['server'],
    across: 'max',
    read: () =>
      replicas.report.replicas.flatMap(({ server, lag }) =>
        lag === undefined ? [] : [{ labels: { server }, value: lag }],
      ),
  });
}
