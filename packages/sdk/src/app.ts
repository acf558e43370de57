export {
  configureProvider,
  type ProviderApi,
  type ProviderModel,
  type ProviderRegistration,
  type ProviderSettings,
  registerProvider,
} from './loop/models/provider-registry.js';
