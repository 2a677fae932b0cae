-- Events hold payers' phones, so reading them is a scope of its own. Keys that could read them keep that.
update api_keys set scopes = scopes || '{events:read}'
 where 'webhook_endpoints:read' = any (scopes) and not 'events:read' = any (scopes);
