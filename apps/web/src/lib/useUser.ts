import { useRouteContext } from '@tanstack/react-router';

/**
 * The logged-in user. `select` prevents a render at every navigation, because the route context is a new object each
 * time.
 */
export const useUser = () => useRouteContext({ from: '/shell', select: ({ user }) => user });
