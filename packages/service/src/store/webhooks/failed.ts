import { setStatement } from '../statement.ts';

export type FailedAsked = {
  position: number;
  endpoint_id: string;
  /** Of events from then on. */
  since: Date;
  /** Those with a higher id only: a bound for the index, where `since` is the truth. */
  after: string;
  limit: number;
};

type FailedDelivery = {
  position: number;
  id: string;
  /** Dead, held, or waiting to be tried again: neither never tried nor just being tried. */
  failed: boolean;
};

/**
 * What of an endpoint's deliveries is not delivered, oldest first, at most `limit` for each asking. Each kind
 * of trouble is a range of the index of its own, so that the many delivered ones are not looked at.
 */
export const selectFailedDeliveries = setStatement<FailedAsked, FailedDelivery>(
  'select_failed_webhook_deliveries',
  `select a.position, v.id, v.state <> 'PENDING' or (v.attempt_count > 0 and w.attempt = v.attempt_count) as failed
  from json_to_recordset($1::json) as a (position int, endpoint_id uuid, since timestamptz, after uuid, "limit" int)
  cross join lateral (
    select x.id, x.state, x.attempt_count
      from (values ('DEAD'), ('HELD'), ('RETRYING')) s (trouble)
      cross join lateral (
        select id, state, attempt_count from webhook_deliveries
         where endpoint_id = a.endpoint_id and trouble = s.trouble and id > a.after and created_at >= a.since
         order by id limit a."limit") x
     order by x.id limit a."limit"
  ) v
  left join lateral (select attempt from webhook_due where delivery_id = v.id limit 1) w on true
  order by a.position, v.id`,
);
