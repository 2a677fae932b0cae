import { readGenericConfig } from '../../src/domain/gateway/generic.ts';
import { sealFor } from '../../src/engine/gateways/secrets.ts';
import { insertGateways } from '../../src/store/gateways/gateways.ts';
import type { Service } from '../spec/service.ts';
import type { Fixture } from './fixtures.ts';
import { gatewayServices } from './phone.ts';

/** The gateway that a recorded request was sent to, under its own id: httpSMS's token names it. */
export async function createFixtureGateway(service: Service, fixture: Fixture): Promise<void> {
  const { adapter, gateway_id: id, secret } = fixture;
  const generic = adapter === 'generic-json' || adapter === 'generic-form';
  const read = generic ? readGenericConfig(adapter, fixture.config) : null;
  if (read?.ok === false) throw new Error(read.problem);
  const services = gatewayServices(service);
  const rows = await insertGateways(services.pool, [
    {
      id,
      name: `recorded-${fixture.name}`,
      adapter,
      config: read?.ok === true ? read.config : {},
      secret_sealed: sealFor(services, id, secret).toString('base64'),
      send_url: null,
      send_credentials_sealed: null,
      created_at: services.now(),
    },
  ]);
  if (rows.length !== 1) throw new Error(`${fixture.name} was not made`);
}
