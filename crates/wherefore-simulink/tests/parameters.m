% Values for variables that the models of the challenges leave to the workspace; those of swim are in the Lustre that CoCoSim made.
Ts = 1/40; dt = 0.01;
transition_v = [0 50 90 1000]; transition_y = [0 0 1 1];
E_DI_CATI = 0; E_DI_CATIII = 1; E_DI_DOWN_OR_LOCKED = 1; E_DI_UP_AND_NORMAL = 0; E_MUX_ENABLED = 1;
E_OLC_INTERLOCK_NOT_FAILED = 0; E_SWIM_ALLOWED = 1; E_SWIM_NOT_ALLOWED = 0; E_SWIM_WARNING_ON = 1; E_SWIM_WARNING_OFF = 0;
Wp = eye(5); d = [1; 2; 3]; up = [0; 0; 0; 0; 0]; I0 = 0; I = eye(3); E = 1e-12;
w1 = ones(2, 10)/10; w2 = ones(10, 10)/10; w3 = ones(1, 10)/10; b1 = ones(10, 1)/10; b2 = ones(10, 1)/10; b3 = 0.1;
oostdinp = [1 1]; meaninp = [0 0]; stdevout = 1; meanout = 0; xinmax = [1 1]; xinmin = [-1 -1];
